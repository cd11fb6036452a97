import { worker } from 'workerpool';
import { createTasks } from './tasks';

/** What the thread begins with. */
worker({ ...createTasks() });
