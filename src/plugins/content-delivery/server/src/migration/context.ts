import type { Core } from '@strapi/strapi';
import type { ImportLedger } from './import-ledger';
import type { ReportWriter } from './report';

/** What all parts of a migration share. */
export interface MigrationContext {
  strapi: Core.Strapi;
  report: ReportWriter;
  ledger: ImportLedger;
  /** In a dry run for a website that is not there yet, an id that nothing has. */
  website: { documentId: string; name: string };
  account: { documentId: string; name: string };
  isDryRun: boolean;
  /** Whether what is unchanged at the source and read otherwise today is brought in again. */
  rereads: boolean;
  /** Whether names of terms that could not be entered here stay as they are. */
  keepsNames: boolean;
  /** Under which this server delivers uploaded files. */
  publicUrl: string;
}
