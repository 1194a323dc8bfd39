/** Something that went against a rule, and the file that sends it again. */
import { StartRefused } from '../../src/node/config/start-refused.js';
import type { HttpFlaw } from './oracle/oracle-facts.js';
import { isSetup, LISTENERS, optionsOf, type ServerSetup, USUAL_SETUP } from './server/server-setup.js';
import { type Delivery, ENDINGS, escaped, type HttpInput } from './wire/http-input.js';

export interface Finding {
  readonly seed: number;
  readonly run: number;
  readonly flaw: HttpFlaw;
  /** Of the server that it was found with. */
  readonly setup: ServerSetup;
  /** Made shorter if that was possible. Several were under way together; none: no input is at fault. */
  readonly inputs: readonly HttpInput[];
  /** The same input did it again, alone. */
  readonly isRepeatable: boolean;
  /** The answers, their raw bytes escaped. */
  readonly answers: readonly string[];
}

const ANSWER_SHOWN = 700;
const FORMAT = 'tollgate-http-input';

/** The kind of a finding: the same whatever the numbers and ids in it. */
export function kindOf({ rule, message }: HttpFlaw): string {
  return `${rule}: ${message.replace(/[0-9a-hjkmnp-tv-z]{26}|\d+/g, '#').slice(0, 120)}`;
}

export function findingAsText(finding: Finding, file: string | undefined): string {
  const { seed, run, flaw, setup, inputs, isRepeatable, answers } = finding;
  const [input] = inputs;
  const lines = [`FOUND ${flaw.rule}: ${flaw.message}`, `  seed ${seed}, run ${run}`];
  lines.push(`  server: ${optionsOf(setup).join(' ')}`);
  if (inputs.length > 1) lines.push(`  ${inputs.length} inputs were under way, or just over`);
  else if (input !== undefined) {
    const { bytes, delivery, listener = 'public' } = input;
    const cuts = JSON.stringify(delivery.cuts);
    lines.push(
      `  input to the ${listener} port (${bytes.length} bytes, cuts ${cuts}, then ${delivery.ending}):`,
    );
    lines.push(`    ${escaped(bytes)}`);
    if (!isRepeatable) lines.push('  sent again alone it did not do it again');
  }
  for (const answer of answers) lines.push(`  answer: ${escaped(answer).slice(0, ANSWER_SHOWN)}`);
  if (file !== undefined) lines.push(`  again: npm run fuzz -- --replay ${file}`);
  return `${lines.join('\n')}\n`;
}

export function printInputFile({ seed, run, flaw, setup, inputs }: Finding): string {
  return `${JSON.stringify({ format: FORMAT, v: 3, seed, run, flaw, setup, inputs }, undefined, 1)}\n`;
}

export function isInputFile(text: string): boolean {
  return text.startsWith('{') && text.slice(0, 200).includes(FORMAT);
}

export interface InputFile {
  /** The usual one if the file names none, as those of version 2 do. */
  readonly setup: ServerSetup;
  readonly inputs: readonly HttpInput[];
}

/** @throws StartRefused if the text is no such file */
export function readInputFile(text: string, path: string): InputFile {
  const refused = () => new StartRefused(`${path} is no file of an HTTP input`);
  let file: { readonly format?: unknown; readonly setup?: unknown; readonly inputs?: unknown };
  try {
    file = JSON.parse(text);
  } catch {
    throw refused();
  }
  const { format, setup = USUAL_SETUP, inputs } = file;
  if (format !== FORMAT || !Array.isArray(inputs) || inputs.length === 0 || !inputs.every(isInput))
    throw refused();
  if (!isSetup(setup)) throw refused();
  return { setup, inputs };
}

function isInput(value: unknown): value is HttpInput {
  const input = (value ?? {}) as { bytes?: unknown; delivery?: Partial<Delivery>; listener?: unknown };
  const { bytes, delivery, listener } = input;
  const { cuts, ending } = delivery ?? {};
  return (
    typeof bytes === 'string' &&
    Array.isArray(cuts) &&
    cuts.every(Number.isSafeInteger) &&
    ENDINGS.some((one) => one === ending) &&
    (listener === undefined || LISTENERS.some((one) => one === listener))
  );
}
