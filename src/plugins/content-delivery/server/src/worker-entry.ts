import { worker } from 'workerpool';
import { createTasks } from './worker-tasks';

/** What the worker process begins with. */
worker({ ...createTasks() });
