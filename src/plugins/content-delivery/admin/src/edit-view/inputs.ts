import type { ComponentType } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';
import type { EditView } from '../shared/edit-view';
import { typeOf, withInputs, type Field } from './layout';

const HOOK = 'Admin/CM/pages/EditView/mutate-edit-view-layout';

/** What Strapi's edit view gives to the input of a field. */
export interface InputProps {
  name: string;
  label: string;
  hint?: string;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
}

type Inputs = Readonly<Record<string, ComponentType<InputProps>>>;

/** Makes the inputs known under the names that schemas use. For the plugin's `register`. */
export const addInputs = (app: Pick<StrapiApp, 'addFields'>, inputs: Inputs): void =>
  app.addFields(
    Object.entries(inputs).map(([name, Component]) => ({
      type: typeOf(name),
      Component: Component as ComponentType,
    })),
  );

/** Puts the inputs into the edit view. For the plugin's `bootstrap`, as hooks are there only then. */
export const showInputs = (app: Pick<StrapiApp, 'registerHook'>, inputs: Inputs): void => {
  const names = new Set(Object.keys(inputs));
  app.registerHook(HOOK, (view: unknown) => withInputs(view as EditView<Field>, names));
};
