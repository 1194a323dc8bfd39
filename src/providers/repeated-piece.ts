/** A piece that is one before it with another content. */
import type { Repetition, TextPiece } from './text-provider.js';

/** The body is made only if somebody asks for it. */
export class RepeatedPiece implements TextPiece, Repetition {
  readonly first: TextPiece;
  readonly content: string;

  constructor(first: TextPiece, content: string) {
    this.first = first;
    this.content = content;
  }

  get repeats(): Repetition {
    return this;
  }

  get body(): TextPiece['body'] {
    const { body } = this.first;
    const [choice] = body.choices as readonly [{ readonly delta: object }];
    return { ...body, choices: [{ ...choice, delta: { ...choice.delta, content: this.content } }] };
  }
}
