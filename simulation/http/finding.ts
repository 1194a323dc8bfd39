/** Something that went against a rule, and the file that sends it again. */
import { StartRefused } from '../../src/node/config/start-refused.js';
import type { HttpFlaw } from './oracle/oracle.js';
import { type Delivery, ENDINGS, escaped, type HttpInput } from './wire/http-input.js';

export interface Finding {
  readonly seed: number;
  readonly run: number;
  readonly flaw: HttpFlaw;
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
  const { seed, run, flaw, inputs, isRepeatable, answers } = finding;
  const [input] = inputs;
  const lines = [`FOUND ${flaw.rule}: ${flaw.message}`, `  seed ${seed}, run ${run}`];
  if (inputs.length > 1) lines.push(`  ${inputs.length} inputs were under way, or just over`);
  else if (input !== undefined) {
    const { cuts, ending } = input.delivery;
    lines.push(`  input (${input.bytes.length} bytes, cuts ${JSON.stringify(cuts)}, then ${ending}):`);
    lines.push(`    ${escaped(input.bytes)}`);
    if (!isRepeatable) lines.push('  sent again alone it did not do it again');
  }
  for (const answer of answers) lines.push(`  answer: ${escaped(answer).slice(0, ANSWER_SHOWN)}`);
  if (file !== undefined) lines.push(`  again: npm run fuzz -- --replay ${file}`);
  return `${lines.join('\n')}\n`;
}

export function printInputFile({ seed, run, flaw, inputs }: Finding): string {
  return `${JSON.stringify({ format: FORMAT, v: 2, seed, run, flaw, inputs }, undefined, 1)}\n`;
}

export function isInputFile(text: string): boolean {
  return text.startsWith('{') && text.slice(0, 200).includes(FORMAT);
}

/** @throws StartRefused if the text is no such file */
export function readInputFile(text: string, path: string): readonly HttpInput[] {
  const refused = () => new StartRefused(`${path} is no file of an HTTP input`);
  let file: { readonly format?: unknown; readonly inputs?: unknown };
  try {
    file = JSON.parse(text);
  } catch {
    throw refused();
  }
  const { format, inputs } = file;
  if (format !== FORMAT || !Array.isArray(inputs) || inputs.length === 0 || !inputs.every(isInput))
    throw refused();
  return inputs;
}

function isInput(value: unknown): value is HttpInput {
  const { bytes, delivery } = (value ?? {}) as { bytes?: unknown; delivery?: Partial<Delivery> };
  const { cuts, ending } = delivery ?? {};
  return (
    typeof bytes === 'string' &&
    Array.isArray(cuts) &&
    cuts.every(Number.isSafeInteger) &&
    ENDINGS.some((one) => one === ending)
  );
}
