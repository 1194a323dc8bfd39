/** The events of a generation's machine. */
import type { TextFailure } from '../providers/text-provider.js';
import type { TextEnd } from './generation-context.js';

export type GenerationEvent =
  /** The provider certainly did not take it, and may later. */
  | { readonly type: 'NOT_TAKEN'; readonly failure: TextFailure }
  /** It failed before its first token. */
  | { readonly type: 'REFUSED'; readonly failure: TextFailure }
  /** The text is whole. */
  | { readonly type: 'ENDED'; readonly end: TextEnd }
  /** It failed after its first token. */
  | { readonly type: 'BROKEN_OFF'; readonly end: TextEnd; readonly failure: TextFailure }
  /** Its client has gone, and nobody waits for the rest of the text any more. */
  | { readonly type: 'ABANDONED'; readonly end: TextEnd }
  /** The node restarted: the stream is gone. */
  | { readonly type: 'RESUMED' };
