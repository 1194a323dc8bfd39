/** The providers of text as a simulated process reaches them: every call and piece is observed. */
import type { TextProvider } from '../../../../src/providers/text-provider.js';
import type { World } from '../../../../src/time/world.js';
import type { AboutCall } from '../../../history/observation.js';
import type { Configured, TextCalled, TextOver, TextSent } from '../../../history/texts/text-observation.js';
import type { CallFate } from '../observed-provider.js';
import type { TextServices } from './text-services.js';

interface Process {
  /** Undefined if there are no models of text. */
  readonly texts: TextServices | undefined;
  readonly see: (seen: TextCalled | TextSent | TextOver) => void;
  readonly isAlive: () => boolean;
  /** That they are made for. */
  readonly reading: Configured;
  readonly host: {
    occasion(side: 'before' | 'after', on: 'provider_call'): void;
    fateOfCall(about: AboutCall): CallFate;
    nextCall(): number;
  };
}

export function observedTexts(
  world: World,
  { texts, see, isAlive, host, reading }: Process,
): readonly TextProvider[] {
  if (texts === undefined) return [];
  return texts.reachedFrom(world, {
    isAlive,
    leaving: (about) => {
      if (isAlive()) host.occasion('before', 'provider_call');
      return isAlive() ? host.fateOfCall(about) : 'ended';
    },
    called: (call) => {
      const number = host.nextCall();
      see({ what: 'text_called', call: number, ...call, ...reading });
      return number;
    },
    arrived: () => host.occasion('after', 'provider_call'),
    sent: (piece) => see({ what: 'text_sent', ...piece }),
    over: (over) => see({ what: 'text_over', ...over }),
  });
}
