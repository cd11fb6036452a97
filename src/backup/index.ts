export { backUp, backUpToFile, type BackupFigures } from './backup';
export { BackupProblem } from './problem';
export { restore } from './restore';
export { comparedUploads } from './uploads/compared';
export type { MissingUploads } from './uploads/library';
