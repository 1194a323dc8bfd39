/** The sight of what adapters hear from their services, and ask of them. */

/** An adapter, or the client of the payment service, heard a documented answer of its service. */
export interface ServiceHeard {
  readonly what: 'service_heard';
  /** That, or the kind of the payment service. */
  readonly provider: string;
  readonly said: string;
  /** By the documentation, and by the adapter. */
  readonly means: string;
  readonly takenFor: string;
}

/** An adapter asked its service for something. */
export interface ServiceAsked {
  readonly what: 'service_asked';
  readonly provider: string;
  readonly wish: string;
  /** The calls for it by the description of the service, and those that were made. */
  readonly means: string;
  readonly asked: string;
}
