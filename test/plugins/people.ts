import { Refusal, type Person } from "../support/person.ts";

/** An installed plugin, as the upload answers. */
export interface Installed {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

/** Uploads a package, as the page of the administration does. @throws {Refusal} */
export async function install(person: Person, bytes: Buffer): Promise<Installed> {
  const boundary = "----luntan-test-boundary";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="plugin.zip"\r\ncontent-type: application/zip\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const type = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const answer = await person.request("POST", "/plugin-packages", body, type);
  if (answer.status === 200) return answer.json() as Installed;
  const { error } = answer.json() as { error: { code: string; message: string; legacyCode: number } };
  throw new Refusal(error.code, error.message, error.legacyCode, answer.status);
}

const SWITCH = `mutation ($id: ID!, $isOn: Boolean!) { setPluginEnabled(pluginId: $id, isEnabled: $isOn) { isEnabled } }`;

/** Switches a plugin on or off. @throws {Refusal} */
export async function setOn(person: Person, id: string, isOn: boolean): Promise<void> {
  await person.graphql(SWITCH, { id, isOn });
}

const GRANT = `mutation ($id: ID!, $permissions: [String!]!) { setGroupPermissions(groupId: $id, permissions: $permissions) }`;

/** Grants the use of a plugin to the group of a member. */
export async function grantUse(admin: Person, { groupId }: Person, plugin: string): Promise<void> {
  const { groups } = await admin.graphql("{ groups { id permissions } }");
  const group = (groups as { id: string; permissions: string[] }[]).find(({ id }) => id === String(groupId));
  const permissions = [...group!.permissions, `plugin.${plugin}.canInsert`];
  await admin.graphql(GRANT, { id: groupId, permissions });
}

/** Installs a plugin and switches it on. */
export async function installOn(person: Person, bytes: Buffer): Promise<Installed> {
  const plugin = await install(person, bytes);
  await setOn(person, plugin.id, true);
  return plugin;
}
