/** Documents of GraphQL as plugins write them. */
export { gql } from "@apollo/client";
