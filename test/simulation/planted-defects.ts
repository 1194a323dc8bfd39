/** Defects in the actors of a process, as a careless change might make them. */

import type { ActorsProcess } from '../../simulation/models/actors-reference/actors-process.js';
import type { CreateJob, VideoJobMessage, VideoJobState } from '../../src/actors/jobs/video-job-messages.js';
import type { ApiKeyMessage, ApiKeyState } from '../../src/actors/keys/api-key-messages.js';

export type Plant = (process: ActorsProcess) => void;

/** A key that is told, or believes to be, something else. */
export function misledKey(
  mislead: (message: ApiKeyMessage, state: ApiKeyState) => { message?: ApiKeyMessage; state?: ApiKeyState },
): Plant {
  return ({ actors: { apiKey } }) => {
    const receive = apiKey.receive.bind(apiKey);
    apiKey.receive = (state, message, turn) => {
      if (state === undefined) return receive(state, message, turn);
      const misled = mislead(message, state);
      return receive(misled.state ?? state, misled.message ?? message, turn);
    };
  };
}

/** A job that is asked for in another way than it was. */
export function misledCreation(mislead: (message: CreateJob) => CreateJob): Plant {
  return ({ actors: { videoJob } }) => {
    const receive = videoJob.receive.bind(videoJob);
    videoJob.receive = (state, message, turn) =>
      receive(state, message.type === 'create' ? mislead(message) : message, turn);
  };
}

/** A job that is told, or believes to be, something else; `null` if it does not listen. */
export function misledJob(
  mislead: (
    message: VideoJobMessage,
    state: VideoJobState,
  ) => { message?: VideoJobMessage; state?: VideoJobState } | null,
): Plant {
  return ({ actors: { videoJob } }) => {
    const receive = videoJob.receive.bind(videoJob);
    videoJob.receive = (state, message, turn) => {
      if (state === undefined) return receive(state, message, turn);
      const misled = mislead(message, state);
      return misled === null
        ? { outcome: 'job', job: state }
        : receive(misled.state ?? state, misled.message ?? message, turn);
    };
  };
}
