import { useEffect } from 'react';
import { Box, Flex, Menu, Tooltip, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { useAuth } from '@strapi/strapi/admin';
import { createPortal } from 'react-dom';
import { styled } from 'styled-components';
import type { WebsiteName } from '../../../contracts/website-switch';
import { LONG_MENU } from '../shared/long-menu';
import { showWebsite, useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { usePlace } from '../shared/use-place';
import { initialsOf } from './initials';
import { useGetWebsiteNamesQuery } from './lists';
import { useSwitch } from './use-switch';

/** Strapi's main navigation, on all pages for who has signed in: the one with the logo. */
const NAVIGATION = '#strapi nav:has(> :first-child img)';

const putBelowLogo = (own: HTMLElement): void => {
  document.querySelector(NAVIGATION)?.firstElementChild?.after(own);
};

/** In the main navigation of every page: all websites, or one of them. Who has one never sees it. */
export const WebsiteSwitch = () => {
  const place = usePlace(putBelowLogo);
  return place && createPortal(<SignedIn />, place);
};

const SignedIn = () => {
  const isSignedIn = useAuth('WebsiteSwitch', ({ user }) => user !== null && user !== undefined);
  const { data: websites } = useGetWebsiteNamesQuery(undefined, { skip: !isSignedIn });
  const shown = useShownWebsite();
  const show = useSwitch();

  useEffect(() => {
    if (!websites || !shown) return;
    const now = websites.find(({ documentId }) => documentId === shown.documentId);
    // Deleted, of another user of this browser, or the only one that is left.
    if (!now || websites.length < 2) show(null);
    else if (!isSame(now, shown)) showWebsite(now);
  }, [websites, shown, show]);

  if (!websites || websites.length < 2) return null;
  return <Choice websites={websites} shown={shown} onShow={show} />;
};

const isSame = (one: WebsiteName, other: WebsiteName): boolean =>
  one.name === other.name && one.account?.documentId === other.account?.documentId;

const Trigger = styled(Menu.Trigger)`
  width: 4rem;
  height: 4rem;
  padding: 0;
  justify-content: center;
  border: 1px solid ${({ theme }) => theme.colors.neutral200};

  /* The name is in the label; an arrow beside initials would leave them no room. */
  [aria-hidden] {
    display: none;
  }
`;

interface ChoiceProps {
  websites: readonly WebsiteName[];
  shown: WebsiteName | null;
  onShow(website: WebsiteName | null): void;
}

const Choice = ({ websites, shown, onShow }: ChoiceProps) => {
  const text = useText();
  const label = shown ? text('switch.one', { name: shown.name }) : text('switch.all');
  return (
    <Flex justifyContent="center" padding={3}>
      <Menu.Root>
        <Tooltip label={label} side="right">
          <Trigger aria-label={label} variant={shown ? 'secondary' : 'tertiary'}>
            <Typography variant="sigma" textColor={shown ? 'primary600' : 'neutral800'}>
              {shown ? initialsOf(shown.name) : text('switch.all-short')}
            </Typography>
          </Trigger>
        </Tooltip>
        <Menu.Content popoverPlacement="right-start" {...LONG_MENU}>
          <Menu.Label>{text('switch.title')}</Menu.Label>
          <Option isShown={shown === null} name={text('switch.every')} onChoose={() => onShow(null)} />
          {websites.map((website) => (
            <Option
              key={website.documentId}
              isShown={website.documentId === shown?.documentId}
              name={website.name}
              onChoose={() => onShow(website)}
            />
          ))}
        </Menu.Content>
      </Menu.Root>
    </Flex>
  );
};

interface OptionProps {
  isShown: boolean;
  name: string;
  onChoose(): void;
}

const Option = ({ isShown, name, onChoose }: OptionProps) => (
  <Menu.Item onSelect={onChoose} aria-current={isShown}>
    <Flex gap={2}>
      <Box width="1.6rem" aria-hidden>
        {isShown && <Check />}
      </Box>
      {name}
    </Flex>
  </Menu.Item>
);
