import type { MakeStandIn } from '../../../src/providers/adapters/remote/stand-in.js';
import { Description } from './description.js';
import type { KindUnderTest } from './kinds.js';

/** The stand-in of a kind. Answers that are not as its service describes them are added to `deviations`. */
export function describedStandIn(
  { kind, makeStandIn }: Pick<KindUnderTest, 'kind' | 'makeStandIn'>,
  deviations: string[],
): MakeStandIn {
  const description = new Description(kind);
  return (parts) => {
    const standIn = makeStandIn(parts);
    return {
      ...standIn,
      answer(request) {
        const answer = standIn.answer(request);
        const deviation = description.deviation(request, answer);
        if (deviation !== undefined) deviations.push(deviation);
        return answer;
      },
    };
  };
}
