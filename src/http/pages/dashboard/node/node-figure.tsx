/** Figures of a frame, as they are and kept up to date. */
import type { LiveFrame } from '../../../live/frame-shape.js';
import { Figure, Figures } from '../components/figures.js';
import { Live } from '../components/live.js';
import { type FigureFormat, figureText } from '../islands/frame-figures.js';
import { LOCALES, type Text } from '../texts/language.js';
import { useTexts, useView } from '../view/view.js';

interface NodeFigureProps {
  readonly frame: LiveFrame;
  readonly of: string;
  readonly format?: FigureFormat;
}

export function NodeFigure({ frame, of, format = 'count' }: NodeFigureProps) {
  const { language } = useView();
  const text = figureText({ now: frame, before: undefined }, of, format, LOCALES[language]);
  return (
    <Live of={of} format={format}>
      {text ?? '0'}
    </Live>
  );
}

export type Labelled = readonly [label: Text, of: string, format?: FigureFormat];

export function NodeFigures({
  frame,
  all,
}: {
  readonly frame: LiveFrame;
  readonly all: readonly Labelled[];
}) {
  const say = useTexts();
  return (
    <Figures>
      {all.map(([label, of, format = 'count']) => (
        <Figure key={of + format} label={say(label)}>
          <NodeFigure frame={frame} of={of} format={format} />
        </Figure>
      ))}
    </Figures>
  );
}
