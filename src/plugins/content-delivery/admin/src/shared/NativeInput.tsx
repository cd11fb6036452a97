import { Box, TextInput } from '@strapi/design-system';
import { useTheme } from 'styled-components';
import { isDark } from './is-dark';

interface Props {
  type: 'date' | 'time';
  value: string;
  onChange(value: string): void;
}

/** A field of which the browser draws a part, such as the sign that opens a calendar: it has to know that the panel is dark. */
export const NativeInput = ({ type, value, onChange }: Props) => {
  const { colors } = useTheme();
  return (
    <Box style={{ colorScheme: isDark(colors.neutral0) ? 'dark' : 'light' }}>
      <TextInput
        type={type}
        value={value}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      />
    </Box>
  );
};
