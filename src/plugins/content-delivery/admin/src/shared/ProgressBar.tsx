import { ProgressBar as StrapisBar } from '@strapi/design-system';
import { styled } from 'styled-components';

interface Props {
  /** What is done. */
  label: string;
  percent: number;
}

/**
 * How much is done, as wide as there is room. The design system's own bar is dark where nothing is done yet, as wide as a small card,
 * and names no value.
 */
export const ProgressBar = ({ label, percent }: Props) => (
  <Bar value={percent} aria-label={label} aria-valuenow={percent} aria-valuetext={`${percent} %`} />
);

const Bar = styled(StrapisBar)`
  width: 100%;
  background-color: ${({ theme }) => theme.colors.neutral200};

  > * {
    background-color: ${({ theme }) => theme.colors.primary600};
  }
`;
