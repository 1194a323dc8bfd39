/** If the cut falls inside a surrogate pair, its first half goes too. */
export function cutMessage(message: string, charactersMax: number): string {
  if (message.length <= charactersMax) return message;
  return message.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, '');
}
