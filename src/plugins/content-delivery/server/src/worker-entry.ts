import { worker } from 'workerpool';
import { createTasks } from './worker-tasks';

/** What the worker thread begins with. */
worker({ ...createTasks() });
