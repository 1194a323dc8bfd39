/** Tells what is wrong with a submit to a provider, by those of the same job before it. */
import type { ProviderCalled } from '../../history/observation.js';
import { mayBeRepeated } from '../../history/provider-kinds.js';
import { modelAt } from './catalogue.js';
import type { ProviderFacts } from './provider-record.js';

/** @param slackMs by how much the node may have counted the time since the first of them wrong */
export function submitFlaws(
  { jobId, provider, model, lengthMs, at }: ProviderCalled & { readonly at: number },
  before: ProviderFacts | undefined,
  slackMs: number,
): readonly string[] {
  const submits = before?.submits ?? [];
  const flaws: string[] = [];
  const first = submits[0]?.called;
  if (
    first?.lengthMs !== undefined &&
    (modelAt(first.model) !== modelAt(model) || first.lengthMs !== lengthMs)
  ) {
    flaws.push(
      `${jobId} was submitted as ${lengthMs} ms of ${model}, and before as ${first.lengthMs} ms of ${first.model}`,
    );
  }
  const mayBeTaken = submits.find(({ end }) => end !== 'not_now');
  if (mayBeTaken === undefined) return flaws;
  const afterMs = at - mayBeTaken.called.at;
  if (!mayBeRepeated(provider, afterMs - slackMs)) {
    flaws.push(
      `${jobId} was submitted again to a provider that makes a second job of it, ${afterMs} ms after a submit that ended ${mayBeTaken.end ?? 'without an answer'}`,
    );
  }
  return flaws;
}
