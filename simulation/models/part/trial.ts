/** The surroundings of a part in a run: its world, and the record of all that its twin tells otherwise. */
import type { RunRecord } from '../../world/run-record.js';
import type { ChosenWorld } from './chosen-world.js';

export class Trial {
  readonly world: ChosenWorld;
  readonly #part: string;
  readonly #record: RunRecord;

  constructor(part: string, world: ChosenWorld, record: RunRecord) {
    this.#part = part;
    this.world = world;
    this.#record = record;
  }

  get now(): number {
    return this.world.steadyMs();
  }

  /** Rules go by the part and by the thing that it tells. */
  broke(about: string, message: string): void {
    this.#record.broke(`${this.#part}-${about}`, message);
  }

  /** Values are compared as JSON has them. */
  same(about: string, told: unknown, expected: unknown): void {
    if (told === expected) return;
    const [one, other] = [shown(told), shown(expected)];
    if (one !== other) this.broke(about, `it tells ${one}, and its twin ${other}`);
  }

  /** Objects whose fields may come in any order. */
  sameFields(about: string, told: object | undefined, expected: object | undefined): void {
    this.same(about, told && fieldsOf(told), expected && fieldsOf(expected));
  }

  /** @param first and `last` are both right */
  between(about: string, told: number, first: number, last: number): void {
    if (!(told >= first && told <= last))
      this.broke(about, `it tells ${told}, and its twin from ${first} to ${last}`);
  }
}

function fieldsOf(object: object): readonly (readonly [string, unknown])[] {
  return Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** JSON knows no `Infinity`. */
function shown(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'number' ? String(one) : one)) ?? 'nothing';
}
