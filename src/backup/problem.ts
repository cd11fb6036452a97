/** What stands in the way of a backup or a restore, said for people. */
export class BackupProblem extends Error {}
