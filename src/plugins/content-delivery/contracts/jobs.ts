/** `waiting` and `running` jobs go on by themselves; ask again every second or two. */
export type JobState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
