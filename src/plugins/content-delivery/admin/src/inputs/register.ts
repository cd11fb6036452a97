import { AddressInput } from './AddressInput';
import { KeywordInput } from './KeywordInput';
import { choiceOf } from './choice';
import { JsonInput, LiquidInput } from './code/CodeInput';
import { PublishDateInput } from './dates/PublishDateInput';
import { ScheduleDateInput } from './dates/ScheduleDateInput';
import { PageSlugInput } from './slug/PageSlugInput';
import { SlugInput } from './slug/SlugInput';
import { MetaDescriptionInput, MetaTitleInput } from './search-result/MetaInputs';
import { PostDescriptionInput } from './search-result/PostDescriptionInput';
import { PictureInput } from './pictures/PictureInput';
import { TermNameInput } from './terms/TermNameInput';
import { oneTermInput } from './terms/one-term-input';
import { TagsInput } from './terms/TagsInput';
import { ExistingKeyInput } from '../edit-view/website-key/ExistingKeyInput';

/** Inputs of posts, terms, pages, links and websites, under the names by which attributes ask for them in the schemas. */
export const writingInputs = {
  'post-slug': SlugInput,
  'page-slug': PageSlugInput,
  'post-category': oneTermInput('category'),
  'post-tags': TagsInput,
  'post-author': oneTermInput('author'),
  'term-name': TermNameInput,
  keyword: KeywordInput,
  'post-description': PostDescriptionInput,
  'meta-title': MetaTitleInput,
  'meta-description': MetaDescriptionInput,
  picture: PictureInput,
  'schedule-date': ScheduleDateInput,
  'publish-date': PublishDateInput,
  'liquid-template': LiquidInput,
  variables: JsonInput,
  'existing-key': ExistingKeyInput,
  address: AddressInput,
  'website-kind': choiceOf('website-kind', ['nextjs', 'rest-api']),
  'scheduled-posts': choiceOf('scheduled-posts', ['include', 'withhold']),
};
