import type { Core } from '@strapi/strapi';
import { isSecretAttribute, type KeptAttribute, type UnsavedForm } from '../../../../contracts/unsaved-work';
import { ownOf } from '../../../../contracts/own';

/** The changes to fields that the content type has, without secrets. */
export const keptFields = (
  strapi: Core.Strapi,
  model: string,
  changes: UnsavedForm['changes'],
): UnsavedForm['changes'] => {
  const { attributes } = strapi.getModel(model as never) as unknown as {
    attributes: Record<string, KeptAttribute>;
  };
  return Object.fromEntries(
    Object.entries(changes).filter(([field]) => {
      const attribute = ownOf(attributes, field);
      return attribute !== undefined && !isSecretAttribute(attribute);
    }),
  );
};
