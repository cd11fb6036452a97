import type { Core } from '@strapi/strapi';
import type { ContentUid } from '../../platform/uids';
import type { KeyStore } from '../api-keys/store';
import { isBlank } from '../../platform/formats';
import { fieldError } from '../../platform/field-errors';

export type Data = Record<string, unknown>;

export interface Write {
  /** What is about to be stored; a rule may change it. */
  data: Data;
  kind: 'create' | 'update';
}

/**
 * The rules of one content type, called inside the transaction of every write, whichever way it came:
 * admin panel, document service, bulk action, import, `strapi.db.query`.
 */
export interface ContentRule {
  uid: ContentUid;
  /** Attributes that `updateMany` must not touch, as it does not say which rows it changes. */
  guarded: readonly string[];
  /** Validates the values alone, before they are stored. */
  validateInput?(write: Write): Promise<void> | void;
  /** What `validateStored` has to know of the row before it changes. */
  loadPrevious?(where: Data): Promise<Data>;
  /**
   * Validates the row with its relations, after it was stored and while the lock of its
   * website or account is held. @returns attributes that it filled in, if any.
   */
  validateStored(id: number, write: Write, before: Data): Promise<Data | void>;
  /** Checks the rows that are about to be deleted. */
  beforeDelete?(where: Data): Promise<void>;
}

/** What rules of content use. */
export interface RuleServices {
  strapi: Core.Strapi;
  keys: KeyStore;
}

/** @param who the type with its article: `A tag` */
export const refuseBlankName = ({ data, kind }: Write, who: string): void => {
  if ((kind === 'create' || 'name' in data) && isBlank(data['name'])) {
    throw fieldError('name', `${who} needs a name.`);
  }
};

/** @param most characters of a text that is sent whole wherever its entry is named */
export const refuseLongText = ({ data }: Write, field: string, most: number): void => {
  const text = data[field];
  if (typeof text !== 'string' || text.length <= most) return;
  throw fieldError(
    field,
    `This text has ${text.length.toLocaleString('en')} characters; ${most.toLocaleString('en')} fit.`,
  );
};
