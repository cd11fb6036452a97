import type { ReactNode } from 'react';
import { Button, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { Notice } from '../shared/Notice';
import { OneWebsitePage } from './OneWebsitePage';

interface WebsitePartPageProps {
  title(website: string): string;
  subtitle: string;
  addLabel: string;
  onAdd(): void;
  /** Why they could not be loaded; null when they could. */
  problem: string | null;
  /** What stands there while there are none; null once there are some, and until that is known. */
  none: string | null;
  /** A card for each. */
  children: ReactNode;
  dialogs: ReactNode;
}

/** The page of what one website has of a kind, such as webhooks, where more of them are added. */
export const WebsitePartPage = (props: WebsitePartPageProps) => (
  <OneWebsitePage
    title={props.title}
    subtitle={props.subtitle}
    action={() => (
      <Button startIcon={<Plus />} onClick={props.onAdd}>
        {props.addLabel}
      </Button>
    )}
  >
    {() => (
      <>
        {props.problem !== null && <Notice tone="danger">{props.problem}</Notice>}
        {props.none !== null && <Typography>{props.none}</Typography>}
        {props.children}
        {props.dialogs}
      </>
    )}
  </OneWebsitePage>
);
