"""Words that mean nearly the same in documentation, in English.

A question in a reader's own words finds the page that says `delete` where the reader says `remove`.
The groups are general vocabulary, written by hand; a word may be in several.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from mcp_preview.index.text_analysis import stem

ANALYZER = "en"
"""The name of the analyzer whose words have synonyms."""

_GROUPS = (
    "accelerate speed fast faster performance, account profile, affiliate partner referral, "
    "again retry, alarm alert monitor, allow permit grant, alternative comparison, "
    "amount number quantity, analyse analyze, annotation comment note, announce banner, "
    "anonymous unauthenticated, answer response reply, application app, approval review human, "
    "approve accept confirm, archive backup, argument parameter flag option, assign role, "
    "attach add upload, attempt retry try, audience segment, authorise authorize, "
    "automate automatic, availability uptime, average mean, avoid prevent, "
    "background async asynchronous, backup dump snapshot, balance credit, behaviour behavior, "
    "biggest largest maximum, bill invoice charge, blacklist blocklist, block ban deny, "
    "bot agent assistant, breakpoint debug, broken dead, browse list explore, budget spend, "
    "business company, buy purchase checkout, buyer customer shopper, cached stale, "
    "calculate compute, call request invoke, cancel stop abort terminate, catalogue catalog, "
    "certificate ssl tls, change edit modify update alter adjust, chart visualization, "
    "cheap cost, choose select pick, cluster kubernetes, cohort segment, "
    "colleague coworker teammate member, collect gather, colour color, column field attribute, "
    "combine join merge, commandline cli, comment feedback, commission reward, "
    "compliance policy legal, computer machine, configure setup set, connect link integrate, "
    "consent cookie, constraint limit, container docker, contract agreement terms, "
    "conversation chat, convert transform, copy clone duplicate, cost spend expense billing, "
    "country region, crash error failure, crawler robots, create add, criteria condition filter, "
    "criterion condition filter, customise customize, customize configure, cut truncate trim, "
    "dashboard panel, datacenter region, date time, delegate handoff, "
    "delete remove erase purge drop, department team group, dependency package, "
    "development dev local, diagram chart, dictate speech, difference compare comparison, "
    "disappear missing, discount coupon promo, disk storage, dispute complaint chargeback, "
    "dns cname, domain hostname, drawback limitation, duplicate distinct, embed iframe widget, "
    "employee staff member, employee user, empty blank null, enable activate, endpoint route, "
    "environment env, error failure fail problem issue troubleshoot, everyone broadcast, "
    "export download, extract parse, feature capability, figure chart image, file document, "
    "find search discover, fire trigger, fix repair solve resolve troubleshoot debug, "
    "folder directory, font typography, forbid deny restrict prevent, "
    "forge spoof verify signature, forget reset, forgotten reset, fraud abuse risk, free trial, "
    "frequency throttle rate, funnel conversion, gdpr privacy, google seo, graph chart, "
    "group batch bundle digest, group segment, guarantee ensure, guarantee sla, handoff transfer, "
    "happen occur, hardware resource requirement, headline heading, health status, hear listen, "
    "help support, hide conceal exclude, hierarchy tree structure, highlight emphasize, "
    "history audit log, homepage landing, https ssl tls, ide editor, identical duplicate, "
    "identifier id, identity verification, import upload, impression view, inactive idle, "
    "increase raise, inform notify, input parameter, input payload, inspect view debug, "
    "install setup, instantly realtime, internal private, interpolate variable template, "
    "introduction overview, investigate debug troubleshoot analyze, invite add, invoice receipt, "
    "invoke trigger call, iphone ios, job task, keep retain retention, key property, "
    "kilometer distance radius, kind type, label tag, language locale translation, laptop local, "
    "leave exit, letter email, library sdk package, licence license, limit quota cap throttle, "
    "live realtime, load import, location region, login signin authenticate sso, logo brand, "
    "logout signout, look appearance theme, lose lost, machine server, mail email, "
    "many bulk batch, map geo, mark annotate label, mask redact hide, mass bulk, maximum limit, "
    "meaning semantic, measure metric, memory ram, menu navigation, metadata attribute property, "
    "microphone mic, missing absent null, misspelling typo, model llm, money payment, "
    "move transfer migrate, movie video clip, mute silence, narrow filter, nearby geo distance, "
    "nested hierarchy, nested object, newcomer beginner quickstart, newest latest recent, "
    "newsletter email, nightly cron schedule, notify notification alert, number count, "
    "obsolete deprecated, offline export, old legacy deprecated, order sort, "
    "outage downtime incident, outdated stale old, outside external, overwrite override replace, "
    "owner admin administrator, owner permission, paragraph text snippet content, "
    "parallel concurrent, parent child, pattern match, pause suspend disable deactivate, "
    "payload body, payout withdraw, percent percentage percentile, person people user human, "
    "personal pii private, personalise personalize, phone telephone telephony, "
    "picture image photo, pipeline ci workflow, place location, placeholder variable, "
    "plan subscription tier, plugin extension addon, popular trending top, popup modal overlay, "
    "postpone delay reschedule snooze, press click, pretend mock demo test, "
    "price cost fee charge, print log output, proceed continue, production live, "
    "program code script, programme program, progress status, prompt instruction, "
    "property attribute field, protect secure password, proxy gateway, public open, "
    "publish deploy release, question query, quit exit, rate feedback, reach access, read view, "
    "recipe example guide, recipient subscriber, recommend similar, reconnect resume, "
    "record row document, recurring schedule cron, reduce lower decrease, refresh update reload, "
    "refund reimburse, regex regular pattern, region latency, reject decline, "
    "release version deployment, relevance ranking, reminder notification, rename change, "
    "repeat retry, replace substitute, repo repository, requirement prerequisite, "
    "restrict filter, restrict limit prevent, result output response, resume continue, "
    "retrieve get fetch, reusable shared snippet, reuse share snippet, reveal expose, "
    "revenue earnings sales, robot bot agent, role permission access right, rollback revert undo, "
    "route forward redirect, rule policy condition, run execute, safe secure, "
    "sample demo example, schedule automate, schema type, scope permission, scrape crawl, "
    "seller vendor merchant, send deliver, sentence paragraph, separate isolate, "
    "sequence order series, server backend, setting option preference, several multiple, "
    "share collaborate, shop store storefront, shorten compress, show display view, "
    "shrink compress, sidebar navigation, signup register registration, silent idle, "
    "similar related semantic, simultaneous concurrent, slow latency performance, "
    "smallest minimum, sms text, sort rank, speed performance latency, spelling typo, "
    "split divide chunk, spreadsheet csv excel, staging preview, start begin launch, "
    "state status, statistic analytics metric, step stage, store save persist, stream realtime, "
    "structure organize, stuck stalled hang, style css theme appearance, submit send, "
    "substitute swap, suggest recommend, sum total aggregate, summary overview, suspend block, "
    "swagger openapi, swap replace switch, switch toggle change, synchronize sync, table dataset, "
    "talk speak speech, tap click, tax vat, team organization organisation workspace company, "
    "tell notify, template layout, tenant customer isolation, terminal shell cli command, "
    "test sandbox, timeout duration, tip best practice, toggle switch enable, "
    "token key credential secret, topic audience, trace span, track monitor analytics, "
    "traffic visitor analytics, trim truncate crop, twice duplicate idempotency, unique distinct, "
    "upgrade update migrate, url link address, variable env, vector embedding, "
    "verify validate check confirm, visitor user, voice speech audio, wait delay, "
    "walkthrough tutorial guide, warn alert, watch monitor track, webhook callback hook, "
    "website site, weekly daily schedule, whitelist allowlist, wildcard pattern, "
    "workflow automation, write create, wrong incorrect invalid"
)


def find_synonyms(word: str) -> Mapping[str, str]:
    """Return the synonyms of an English word with any ending, by their stems."""
    return _index_groups().get(stem(word, ANALYZER), {})


@cache
def _index_groups() -> Mapping[str, Mapping[str, str]]:
    """Return the synonyms of each stem, by their own stems."""
    synonyms: dict[str, dict[str, str]] = {}
    for group in _GROUPS.split(", "):
        stems = {stem(word, ANALYZER): word for word in group.split()}
        for own in stems:
            others = {other: word for other, word in stems.items() if other != own}
            synonyms.setdefault(own, {}).update(others)
    return synonyms
