/** The purpose of money that is reserved, and charged in the end: the actor that asked for it. */

/** Kinds of actors that reserve. */
export type PurposeKind = 'video_job' | 'generation';

export interface Purpose {
  readonly kind: PurposeKind;
  readonly id: string;
}

/** Reservations that are not settled, by the kind of their purpose. */
export type OpenReservations = Readonly<Record<PurposeKind, number>>;

export const NO_OPEN_RESERVATIONS: OpenReservations = { video_job: 0, generation: 0 };

export function changedOpen(open: OpenReservations, kind: PurposeKind, by: 1 | -1): OpenReservations {
  const { video_job, generation } = open;
  return kind === 'video_job'
    ? { video_job: video_job + by, generation }
    : { video_job, generation: generation + by };
}
