import type { Core } from '@strapi/strapi';
import type { Limits } from '../limits';
import { guardAccounts } from './accounts';
import { takeKnownFileTypes } from './file-types';
import { fetchPublicFilesOnly } from './files-from-addresses';
import { closeOpenRoutes } from './open-routes';
import { enforcePasswordPolicy } from './passwords/policy';
import { movePasswordsOffThread } from './passwords/thread';
import type { PasswordMails } from './password-mails';
import { hideKnownAddresses } from './known-addresses';
import { boundEmailPattern } from '../../platform/patches/yup-email';
import { limitSignIns } from './sign-ins';
import { replaceStrapisLimits } from './strapis-limits';

/** Where Strapi's own routes leave open what is not for everybody. Called while plugins register. */
export const harden = (strapi: Core.Strapi, limits: () => Limits, mails: PasswordMails): void => {
  boundEmailPattern();
  closeOpenRoutes(strapi);
  fetchPublicFilesOnly(strapi);
  takeKnownFileTypes();
  guardAccounts(strapi);
  enforcePasswordPolicy(strapi);
  replaceStrapisLimits(strapi, limits);
  limitSignIns(strapi, () => limits().ofSignIns);
  movePasswordsOffThread();
  hideKnownAddresses(strapi, mails);
};
