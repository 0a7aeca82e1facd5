# The site as one image; compose.yaml says which process a container of it runs.
FROM python:3.13-slim
RUN useradd --system --create-home sixnimmt
WORKDIR /site
COPY requirements.txt .
RUN pip install --no-cache-dir --require-hashes --requirement requirements.txt
COPY . .
RUN mkdir var && chown sixnimmt var
USER sixnimmt
ENV HOST=0.0.0.0 LOG_JSON=true PYTHONUNBUFFERED=1
EXPOSE 8000
CMD ["python", "-m", "sixnimmt_site.serve", "web"]
