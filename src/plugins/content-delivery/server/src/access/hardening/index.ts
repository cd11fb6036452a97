import type { Core } from '@strapi/strapi';
import type { AddressLimit } from '../limits';
import { fetchPublicFilesOnly } from './files-from-addresses';
import { closeOpenRoutes } from './open-routes';
import { enforcePasswordPolicy } from './password-policy';
import { hideKnownAddresses } from './same-time';
import { limitSignIns } from './sign-ins';

/** Where Strapi's own routes leave open what is not for everybody. Called while plugins register. */
export const harden = (strapi: Core.Strapi, signIns: () => AddressLimit | null): void => {
  closeOpenRoutes(strapi);
  fetchPublicFilesOnly(strapi);
  enforcePasswordPolicy(strapi);
  limitSignIns(strapi, signIns);
  hideKnownAddresses(strapi);
};
