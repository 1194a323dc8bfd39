/** The dashboard of a node, with windows of its own for those who look at it. */
import { AddressWindows } from '../../actors/windows/address-windows.js';
import { ChatWindows } from '../../actors/windows/chat-windows.js';
import { dashboardPages } from '../../http/pages/dashboard/dashboard.js';
import { RequestWindows } from '../../http/pages/dashboard/requests/request-windows.js';
import type { SiteParts } from '../../http/pages/dashboard/site.js';
import type { WebPage } from '../../http/pages/page.js';
import { KeyRequests } from '../../http/pipeline/key-requests.js';
import type { NodeConfig } from '../config/config.js';
import type { Core } from './core.js';

/** Requests a minute of a network without a session, and of somebody who is signed in. */
const NETWORK_RPM = 600;
const USER_RPM = 6_000;

export function dashboardOf(
  core: Core,
  config: NodeConfig,
  { demoKey, live, nodeFrame }: Pick<SiteParts, 'demoKey' | 'live' | 'nodeFrame'>,
): readonly WebPage[] {
  const { world, windows, journal, people, settings, limits } = core;
  const max = () => settings.addressWindowsMax;
  const networks = new AddressWindows(world, windows, max, NETWORK_RPM, 'page/', limits);
  const users = new AddressWindows(world, windows, max, USER_RPM, 'user/', limits);
  const parts = {
    deps: core,
    people,
    live,
    keyRequests: new KeyRequests(core),
    chatWindows: new ChatWindows(core),
    demoKey,
    nodeFrame,
    windows: new RequestWindows({ world, windows, journal, networks, users }),
    publicUrl: () => settings.publicUrl,
  };
  const isApart = config.managementPort !== undefined && config.dashboard === 'management';
  return dashboardPages(parts, isApart ? 'management' : undefined);
}
