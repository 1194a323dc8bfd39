/** Whether the node takes work, why not, and what the disk did not take in time. */
import type { LiveFrame } from '../../../live/frame-shape.js';
import { Notice, type Tone } from '../components/blocks.js';
import { LiveIf } from '../components/live.js';
import { figureIn } from '../islands/frame-figures.js';
import type { Text } from '../texts/language.js';
import { NODE } from '../texts/operators/node-texts.js';
import { useTexts } from '../view/view.js';
import { NodeFigure } from './node-figure.js';

interface Trouble {
  readonly of: string;
  readonly tone: Tone;
  readonly text: Text;
  readonly format: 'text' | 'count';
}

const TROUBLES: readonly Trouble[] = [
  { of: 'not_ready', tone: 'bad', text: NODE.notReady, format: 'text' },
  { of: 'shedding', tone: 'wait', text: NODE.shedding, format: 'text' },
  { of: 'commits|rejected', tone: 'wait', text: NODE.refusedByDisk, format: 'count' },
  { of: 'commits|late', tone: 'wait', text: NODE.lateOnDisk, format: 'count' },
];

export function Readiness({ frame }: { readonly frame: LiveFrame }) {
  const say = useTexts();
  return (
    <div>
      <LiveIf of="not_ready" is="hidden" now={frame.not_ready}>
        <Notice tone="good">{say(NODE.ready)}</Notice>
      </LiveIf>
      {TROUBLES.map(({ of, tone, text, format }) => (
        <LiveIf key={of} of={of} is="shown" now={figureIn(frame, of)}>
          <Notice tone={tone}>
            {say(text)} <NodeFigure frame={frame} of={of} format={format} />
          </Notice>
        </LiveIf>
      ))}
    </div>
  );
}
