/** The purpose of money that is reserved, and charged in the end: the actor that asked for it. */
export interface Purpose {
  /** The actor's kind. */
  readonly kind: string;
  readonly id: string;
}
