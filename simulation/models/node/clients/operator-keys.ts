/** The operator's management keys, from 0 on, each chosen before a start. */
export interface OperatorKeys {
  inForce(): number;
  textOf(key: number): string;
}

/** The text of the key that was in force before; undefined if there was none. */
export function formerOf(keys: OperatorKeys): string | undefined {
  const inForce = keys.inForce();
  return inForce === 0 ? undefined : keys.textOf(inForce - 1);
}
