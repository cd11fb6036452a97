import { createGlobalStyle } from 'styled-components';
import { ENTRY_ACTIONS, WHOLE_WINDOW } from './whole-window';

/** Keeps the buttons for saving in sight: beside a long form, and below an editor that takes the whole window. */
export const SaveBar = () => (
  <>
    <span hidden {...{ [ENTRY_ACTIONS]: '' }} />
    <Style />
  </>
);

/** Strapi's panels have no names of their own; they are found by what stands in the first one. */
const Style = createGlobalStyle`
  ${({ theme }) => theme.breakpoints.large} {
    div:has(> aside [${ENTRY_ACTIONS}]) {
      position: sticky;
      top: ${({ theme }) => theme.spaces[4]};
      max-height: calc(100vh - ${({ theme }) => theme.spaces[8]});
      overflow-y: auto;
    }
    /* The panels below are more than fits; they scroll, and the buttons stay. */
    aside:has([${ENTRY_ACTIONS}]) {
      position: sticky;
      top: 0;
      z-index: 1;
    }
  }

  body[${WHOLE_WINDOW}] aside:has([${ENTRY_ACTIONS}]) {
    position: fixed;
    inset: auto 0 0 0;
    z-index: ${({ theme }) => theme.zIndices.overlay};
    flex-direction: row;
    padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[4]}`};

    > h2 {
      display: none;
    }
    > div {
      margin-left: auto;
      max-width: 48rem;
    }
  }
  body[${WHOLE_WINDOW}] div:has(> aside [${ENTRY_ACTIONS}]) {
    position: static;
    overflow: visible;
  }
  body[${WHOLE_WINDOW}] > div:has([${ENTRY_ACTIONS}]):not(:has(main)) {
    z-index: ${({ theme }) => theme.zIndices.overlay};
    left: 0;
  }
`;
