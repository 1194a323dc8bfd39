/** The beginning of the names under which a browser keeps the conversations of a user. */
export function keptUnder(user: string): string {
  return `tollgate-chat/${user}/`;
}
