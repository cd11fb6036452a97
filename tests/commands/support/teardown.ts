import { removeWorkspace } from './workspace';

/** Removes the copy of the project. */
export default removeWorkspace;
