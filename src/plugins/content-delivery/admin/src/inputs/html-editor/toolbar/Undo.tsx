import { ArrowClockwise } from '@strapi/icons';
import { styled } from 'styled-components';

/** The icon of "redo", mirrored; Strapi has none for "undo". */
export const Undo = styled(ArrowClockwise)`
  transform: scaleX(-1);
`;
