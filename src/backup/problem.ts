/** Why a backup or a restore is not possible, for people. */
export class BackupProblem extends Error {}
