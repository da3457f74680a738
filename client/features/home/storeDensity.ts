import type { ApolloClient } from "@apollo/client";
import { graphql } from "../../gql/gql.ts";
import { type ListDensity, SetListDensityDocument } from "../../gql/graphql.ts";
import { act } from "../../ui/act.ts";

graphql(`
  mutation SetListDensity($density: ListDensity!) {
    setListDensity(density: $density) {
      id
      listDensity
    }
  }
`);

/** Stores the looks of lists that a member has chosen, for all their devices. */
export async function storeDensity(client: ApolloClient, density: ListDensity): Promise<void> {
  await act(() => client.mutate({ mutation: SetListDensityDocument, variables: { density } }));
}
