"""Documents that clients and crawlers fetch: llms.txt, skills, sitemap, discovery."""
