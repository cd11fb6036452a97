import type { JobState } from '../../../contracts/jobs';

/** What can be seen of a job. */
export interface Job {
  documentId: string;
  kind: string;
  /** Only a waiting job, or a running one whose process has gone, is taken up. */
  state: JobState;
  /** The documentId of the website that it works on; null for none. */
  website: string | null;
  payload: unknown;
  /** What the work says of its result. */
  report: unknown;
  done: number;
  /** Null while it is not known yet. */
  total: number | null;
  /** Why it failed, for people. */
  message: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Until when its process has said to be at work; null when none works on it. */
  leaseUntil: Date | null;
  updatedAt: Date;
}

/** How far a job has come. What is left out stays as it was. */
export interface Progress<Checkpoint> {
  /** From where the work goes on after an interruption. */
  checkpoint?: Checkpoint;
  done?: number;
  total?: number;
  report?: unknown;
}

/** A job as its handler gets it. */
export interface RunningJob<Payload = unknown, Checkpoint = unknown> extends Pick<
  Job,
  'documentId' | 'website' | 'done' | 'report'
> {
  payload: Payload;
  /** What was saved last; null at the first start. */
  checkpoint: Checkpoint | null;
  /**
   * Saves the progress inside the running transaction, and so together with the work that it counts: after a
   * crash both are there or neither. Call it every few seconds at least: work that is to end does so here.
   * @throws JobStopped when the job was cancelled, has passed to another process, or is to pause for a
   * shutdown: let it roll the transaction back
   */
  save(progress: Progress<Checkpoint>): Promise<void>;
}

/** Does the work of one kind of job. It must be able to resume from every checkpoint that it saved. */
export type JobHandler<Payload = never, Checkpoint = never> = (
  job: RunningJob<Payload, Checkpoint>,
) => Promise<void>;

/** The work is to end here; nothing is wrong. */
export class JobStopped extends Error {}

/** The work cannot go on, for a reason that people can understand. */
export class JobProblem extends Error {}
