import type { Core } from '@strapi/strapi';
import type { Memory } from './memory';
import type { ReportWriter } from './report';

/** What all parts of a move share. */
export interface Move {
  strapi: Core.Strapi;
  report: ReportWriter;
  memory: Memory;
  /** In a dry run for a website that is not there yet, an id that nothing has. */
  website: { documentId: string; name: string };
  account: { documentId: string; name: string };
  isDryRun: boolean;
  /** Under which this server delivers uploaded files. */
  publicUrl: string;
}
