/** A file of the service, and what its reader has to see. */
import { messageOf } from '../../../src/errors/error-text.js';
import { fileBytes, KEY } from './answers.js';
import type { FileStep } from './outward-history.js';
import { BASE, differs, LONG_MS, type StepWorld } from './step-world.js';

export async function checkFile(step: FileStep, world: StepWorld): Promise<void> {
  const { service, own, broke, heard } = world;
  const { size, serves, withSecret } = step;
  const url = `${own.origin}${BASE}/${step.id}`;
  const file = await service.openFile({ url, withSecret }, AbortSignal.timeout(LONG_MS)).catch(messageOf);
  if (typeof file === 'string') {
    broke('told', `it cannot be opened: ${file}`);
    return;
  }
  if (file === undefined || serves === 'gone') {
    const flaw = differs('whether it is there', file !== undefined, serves !== 'gone');
    if (flaw !== undefined) broke('told', flaw);
  } else {
    const takesRanges = size > 0 && serves !== 'whole' && serves !== 'shifted';
    const about = { contentType: file.contentType, size: file.size, takesRanges: file.takesRanges };
    // An answer without a byte of the file says nothing of its type.
    const isTyped = serves === 'whole' || size > 0;
    const due = { contentType: isTyped ? 'video/mp4' : '', size, takesRanges };
    const flaw =
      differs('the file', about, due) ?? (await flawOfReading(step, file.read(step.from, step.to)));
    if (flaw !== undefined) broke('told', flaw);
  }
  for (const { method, fields } of heard()) {
    const flaw =
      differs('the method', method, 'GET') ??
      differs('the key', fields.get('authorization'), withSecret ? `Bearer ${KEY}` : undefined);
    if (flaw !== undefined) broke('asked', flaw);
  }
}

async function flawOfReading(step: FileStep, bytes: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const { from, to, size, serves, isLeft } = step;
  const due = fileBytes(step).subarray(from, to);
  const chunks: Uint8Array[] = [];
  let error: unknown;
  try {
    for await (const chunk of bytes) {
      chunks.push(chunk);
      if (isLeft) break;
    }
  } catch (thrown) {
    error = thrown;
  }
  const came = Buffer.concat(chunks);
  if (!came.equals(due.subarray(0, came.length))) return `bytes ${from} to ${to} of ${size} are others`;
  const isWhole = came.length === due.length;
  if (isLeft || (isWhole && error === undefined)) return undefined;
  if (error === undefined) return `${came.length} bytes come from ${from} to ${to} of ${size}`;
  return serves === 'broken' || serves === 'shifted_later' ? undefined : `it throws: ${messageOf(error)}`;
}
