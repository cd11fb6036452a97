import type { Core } from '@strapi/strapi';
import { isSecretAttribute, type UnsavedForm } from '../../../../contracts/unsaved-work';
import { ownOf } from '../../../../contracts/own';
import { attributesOf } from '../../platform/attributes';

/** The changes to fields that the content type has, without secrets. */
export const keptFields = (
  strapi: Core.Strapi,
  model: string,
  changes: UnsavedForm['changes'],
): UnsavedForm['changes'] => {
  const attributes = attributesOf(strapi, model);
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => {
      const attribute = ownOf(attributes, field);
      return attribute !== undefined && !isSecretAttribute(attribute);
    }),
  );
};
