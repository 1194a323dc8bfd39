/** In a restart: all that is otherwise from its start on. */
export interface StartChanges {
  /** With live payments from then on; with those of before if that start is refused. */
  readonly goesLive?: true;
  /** With another management key of the operator from then on. */
  readonly hasNewOperatorKey?: true;
  /** The start finds the records as a program of this format would have left them. */
  readonly fromFormat?: OlderFormat;
}

export interface Starting {
  readonly what: 'starting';
  readonly isReboot: boolean;
  readonly goesLive?: true;
  /** Absent if the operator's key is the first. */
  readonly operatorKey?: number;
}

/** The formats that a folder may have had before. */
export const OLDER_FORMATS = [3, 4, 5, 6] as const;
export type OlderFormat = (typeof OLDER_FORMATS)[number];
