/**
 * How far the engine takes calls apart in code that is hot.
 *
 * V8 copies called functions into a hot caller until 920 bytes of bytecode are gathered there. A read goes through
 * some fifty small methods, more than that: with twice the room it takes about a tenth less of the time that is ours
 * (`GET /v1/credits`: 560 ns instead of 640). A larger room still gave no more. An engine that knows
 * the bound no longer ignores it; the instruction counts would tell.
 */
import { setFlagsFromString } from 'node:v8';

const INLINED_BYTECODE_BYTES = 2_000;

/** For the whole process; holds for what is compiled from now on. */
export function inlineMore(): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${INLINED_BYTECODE_BYTES}`);
}
