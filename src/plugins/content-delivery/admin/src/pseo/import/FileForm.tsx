import { Box, Field, Flex, SingleSelect, SingleSelectOption, TextInput } from '@strapi/design-system';
import { DELIMITERS, type Delimiter } from '../../../../contracts/pseo-imports';
import { useText } from '../../shared/text';

/** What somebody says of a CSV file that does not say it itself; empty where nothing is said. */
export interface FileSettings {
  delimiter: Delimiter | '';
  headerLine: string;
}

interface Props {
  value: FileSettings;
  onChange(value: FileSettings): void;
}

const SEEN = 'seen';
const NAMES: Record<Delimiter, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** How a file is written, for those that cannot be read without. */
export const FileForm = ({ value, onChange }: Props) => {
  const text = useText();
  return (
    <Flex gap={4} alignItems="flex-start" wrap="wrap">
      <Box minWidth="16rem">
        <Field.Root name="delimiter" hint={text('pseo.upload.delimiter-about')}>
          <Field.Label>{text('pseo.upload.delimiter')}</Field.Label>
          <SingleSelect
            value={value.delimiter || SEEN}
            onChange={(chosen: string | number) =>
              onChange({ ...value, delimiter: DELIMITERS.find((one) => one === chosen) ?? '' })
            }
          >
            <SingleSelectOption value={SEEN}>{text('pseo.upload.delimiter.seen')}</SingleSelectOption>
            {DELIMITERS.map((one) => (
              <SingleSelectOption key={one} value={one}>
                {text(`pseo.upload.delimiter.${NAMES[one]}`)}
              </SingleSelectOption>
            ))}
          </SingleSelect>
          <Field.Hint />
        </Field.Root>
      </Box>
      <Box minWidth="16rem">
        <Field.Root name="headerLine" hint={text('pseo.upload.header-line-about')}>
          <Field.Label>{text('pseo.upload.header-line')}</Field.Label>
          <TextInput
            inputMode="numeric"
            placeholder="1"
            value={value.headerLine}
            onChange={({ target }: { target: { value: string } }) =>
              onChange({ ...value, headerLine: target.value.trim() })
            }
          />
          <Field.Hint />
        </Field.Root>
      </Box>
    </Flex>
  );
};
