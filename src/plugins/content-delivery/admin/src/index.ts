import type { StrapiApp } from '@strapi/strapi/admin';
import { closeMediaLibraryBanner } from './around-strapi/banner';
import { orderContentList } from './around-strapi/content-list';
import { shortenListDates } from './around-strapi/list-dates';
import { leaveOutDeveloperTools } from './around-strapi/production';
import { addSections } from './around-strapi/sections';
import { betweenSessions } from './around-strapi/sessions';
import { translateStored } from './around-strapi/translate-stored';
import { PreviewPanel } from './edit-view/previews/PreviewPanel';
import { withoutStrapisPreview } from './edit-view/previews/strapis-panel';
import { FocusFirstField } from './edit-view/first-field/FocusFirstField';
import { FrontEndPanel } from './edit-view/front-end-view/FrontEndPanel';
import { htmlField } from './inputs/html-editor/field';
import { forgetCopied } from './inputs/html-editor/visual/copied';
import { CampaignPanel } from './inputs/campaign-templates/CampaignPanel';
import { EarlierSlugsPanel } from './edit-view/earlier-slugs/EarlierSlugsPanel';
import { KeywordPlacesPanel } from './edit-view/keyword-places/KeywordPlacesPanel';
import { HistoryPanel } from './edit-view/history/HistoryPanel';
import { messagesIn } from './shared/messages';
import { PLUGIN_ID } from './shared/plugin-id';
import { CopyAction } from './post-copies/CopyAction';
import { nameUsesOfFiles } from './media-library';
import { writingInputs } from './inputs/register';
import { askFirst } from './edit-view/entry-actions/actions';
import { explainRefusals } from './edit-view/entry-actions/explain-refusals';
import { askForEntryRights } from './edit-view/rights/entry-rights';
import { MissingRights } from './edit-view/rights/MissingRights';
import { addInputs, showInputs } from './edit-view/inputs';
import { ConflictDialog } from './edit-view/edit-conflicts/ConflictDialog';
import { leaveOutOutdatedReads } from './edit-view/edit-conflicts/outdated-reads';
import { followOwnSaves } from './edit-view/edit-conflicts/own-saves';
import { rememberHowToReload } from './edit-view/edit-conflicts/reload';
import { finishInputsFirst } from './edit-view/finish-input';
import { confirmSaves } from './edit-view/lost-answers';
import { followFocus } from './edit-view/rebase/focus';
import { HideStrapisStatus } from './edit-view/publish-at/HideStrapisStatus';
import { PublishAt } from './edit-view/publish-at/PublishAt';
import { withSchedule, type DocumentAction } from './edit-view/publish-at/strapis-publish';
import { Rebase } from './edit-view/rebase/use-rebase';
import { announceRequests } from './edit-view/rebase/requests';
import { keepFormsAfterFailedSaves } from './edit-view/unsaved-work/failed-saves';
import { SaveBar } from './edit-view/save-bar/SaveBar';
import { showToDo } from './home/widgets';
import { PrefetchEditor } from './post-list/PrefetchEditor';
import { PostListStyle, showPostStates } from './post-list/columns';
import { markUnsafeTerms } from './term-list/columns';
import { guardSessions } from './edit-view/sign-in-again/session-guard';
import { SignInAgain } from './edit-view/sign-in-again/SignInAgain';
import { UnsavedWork } from './edit-view/unsaved-work/UnsavedWork';
import { WebsiteKeyPanel } from './edit-view/website-key/WebsiteKeyPanel';
import { CachesPanel, ExportPanel, ImportReportPanel, WebhooksPanel } from './edit-view/website-pages/panels';
import { WritePostPanel } from './edit-view/write-post/WritePostPanel';
import { PrefillWebsite } from './edit-view/website-of-new-entry/PrefillWebsite';
import { switchWebsites } from './website-switch';
import { forgetPicksOfOthers } from './website-switch/lists';
import { ShownWebsiteOfList } from './website-switch/ShownWebsiteOfList';

interface ContentManager {
  apis: {
    addEditViewSidePanel(panels: unknown[] | ((panels: unknown[]) => unknown[])): void;
    addDocumentAction(change: unknown[] | ((actions: DocumentAction[]) => DocumentAction[])): void;
    addBulkAction(change: (actions: DocumentAction[]) => DocumentAction[]): void;
  };
  injectComponent(page: string, place: string, component: { name: string; Component: unknown }): void;
}

let leaveOutDevelopersLinks = (): void => undefined;

export default {
  register(app: StrapiApp) {
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });
    addInputs(app, writingInputs);
    addSections(app);
    if (process.env.NODE_ENV === 'production') leaveOutDevelopersLinks = leaveOutDeveloperTools(app);
    app.customFields.register(htmlField);
    app.addRBACMiddleware([askForEntryRights] as unknown as Parameters<StrapiApp['addRBACMiddleware']>[0]);
    nameUsesOfFiles(app);
    showToDo(app);
    switchWebsites(app);
    betweenSessions(app, forgetCopied);
  },

  bootstrap(app: StrapiApp) {
    const contentManager = app.getPlugin('content-manager') as unknown as ContentManager;
    contentManager.apis.addEditViewSidePanel(withoutStrapisPreview);
    contentManager.apis.addEditViewSidePanel([
      PreviewPanel,
      FrontEndPanel,
      WritePostPanel,
      WebsiteKeyPanel,
      WebhooksPanel,
      CachesPanel,
      ExportPanel,
      ImportReportPanel,
      CampaignPanel,
      KeywordPlacesPanel,
      HistoryPanel,
      EarlierSlugsPanel,
      PrefillWebsite,
    ]);
    contentManager.apis.addDocumentAction(withSchedule);
    contentManager.apis.addDocumentAction([CopyAction]);
    contentManager.apis.addDocumentAction(askFirst);
    contentManager.apis.addBulkAction(askFirst);
    for (const [name, Component] of Object.entries({
      MissingRights,
      PublishAt,
      HideStrapisStatus,
      SaveBar,
      Rebase,
      UnsavedWork,
      ConflictDialog,
      SignInAgain,
      FocusFirstField,
    }))
      contentManager.injectComponent('editView', 'right-links', { name: `${PLUGIN_ID}-${name}`, Component });
    for (const [name, Component] of Object.entries({
      'post-list': PostListStyle,
      'shown-website': ShownWebsiteOfList,
      editor: PrefetchEditor,
    }))
      contentManager.injectComponent('listView', 'actions', { name: `${PLUGIN_ID}-${name}`, Component });
    // Ahead of their order, which changes the names that are looked up.
    translateStored(app);
    orderContentList(app);
    closeMediaLibraryBanner();
    leaveOutDevelopersLinks();
    forgetPicksOfOthers();
    shortenListDates(app);
    showPostStates(app);
    markUnsafeTerms(app);
    showInputs(app, writingInputs);
    keepFormsAfterFailedSaves();
    explainRefusals();
    rememberHowToReload();
    followOwnSaves();
    leaveOutOutdatedReads();
    announceRequests();
    followFocus();
    finishInputsFirst();
    guardSessions();
    confirmSaves();
  },

  registerTrads: ({ locales }: { locales: string[] }) =>
    Promise.all(locales.map(async (locale) => ({ locale, data: await messagesIn(locale) }))),
};
