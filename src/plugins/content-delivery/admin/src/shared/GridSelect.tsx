import { Field, Grid, SingleSelect, SingleSelectOption } from '@strapi/design-system';

interface Props {
  name: string;
  label: string;
  value: string;
  /** Values, each with what is shown for it. */
  options: readonly (readonly [value: string, shown: string])[];
  onChange(value: string): void;
}

/** A choice of one, as a cell of a grid of fields. */
export const GridSelect = ({ name, label, value, options, onChange }: Props) => (
  <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
    <Field.Root name={name}>
      <Field.Label>{label}</Field.Label>
      <SingleSelect value={value} onChange={(chosen: string | number) => onChange(String(chosen))}>
        {options.map(([option, shown]) => (
          <SingleSelectOption key={option} value={option}>
            {shown}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  </Grid.Item>
);
